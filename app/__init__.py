"""The reading desk: a Qt application over the engine, with its reviews in a database."""
