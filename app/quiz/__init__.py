"""Exam questions as somebody sits for them: sets, sittings, what is scored. No Qt, no SQL, no model."""
