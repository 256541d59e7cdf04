@rem npm scripts begin with exec, so that a Unix shell hands signals on; cmd has none, and needs none.
@%*
