"""One bed of noise a module; `pipelines.perturb.bed` finds them."""
