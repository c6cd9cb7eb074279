import { Effect } from "effect"
import { existsSync } from "node:fs"
import { Failure } from "./Failure.js"

/** Reads `.env` in the working folder, if there is one. The environment wins over it. */
export const environmentFile = Effect.try({
  try: () => {
    if (existsSync(".env")) process.loadEnvFile(".env")
  },
  catch: () => new Failure({ message: "the file .env cannot be read: check that it is a file and that this user may read it" })
})
