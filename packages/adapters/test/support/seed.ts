import { FastCheck as fc } from "effect"

const seed = Number(process.env["DAYBOOK_TEST_SEED"] ?? "random")

// `scripts/test.mjs` gives all properties the seed of the tree.
if (Number.isInteger(seed)) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed })
