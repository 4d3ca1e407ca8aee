"""The atlas as files: which permanents of the catalogue depend on which, as Parquet."""
