"""Where a model runs. Arrays in, arrays out: no tensor of any library crosses this package's border."""
