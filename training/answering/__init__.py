"""Training of the examinee (MoEBQA): recipes, questions, fit, ablations, evaluation and export."""
