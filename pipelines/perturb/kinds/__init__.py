"""One kind of perturbation a module; `pipelines.perturb.registry` finds them."""
