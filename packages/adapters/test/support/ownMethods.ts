import { it, makeMethods } from "@effect/vitest"

// `layer` puts its own methods in the place of those that all files of a process share: each file begins with the right ones.
makeMethods(it)
