"""A chest made from a real CT: a template, its deformation into persons, and its ray sums."""
