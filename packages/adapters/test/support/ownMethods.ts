import { it, makeMethods } from "@effect/vitest"

// `layer` replaces methods that all files of a process share, so each file restores the original ones.
makeMethods(it)
