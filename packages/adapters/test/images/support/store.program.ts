import { Effect } from "effect"
import { randomBytes } from "node:crypto"
import { fileOriginals } from "../../../src/images/fileOriginals.js"

/**
 * A separate process that stores pictures in a folder until it is killed, and prints the name of each stored one.
 */
const store = fileOriginals(process.argv[2] ?? "")

const main = async (): Promise<never> => {
  for (;;) process.stdout.write(`${await Effect.runPromise(store.put(randomBytes(400_000)))}\n`)
}

void main()
