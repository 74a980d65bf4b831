"""Files of exam questions, read as their authors publish them (`resources/docs/questions.md`)."""
