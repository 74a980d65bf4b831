"""The reader's review of a study: plain values, operations with inverses. No Qt, no database."""
