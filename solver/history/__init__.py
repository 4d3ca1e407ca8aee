"""The objects and values that past events locked in (611.2, 614.12, 707.2)."""
