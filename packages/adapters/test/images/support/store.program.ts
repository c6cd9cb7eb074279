import { Effect } from "effect"
import { randomBytes } from "node:crypto"
import { fileOriginals } from "../../../src/images/fileOriginals.js"

/** A process of its own that stores pictures in the folder it is given until it is killed, and says the name of each that it has stored. */
const store = fileOriginals(process.argv[2] ?? "")

const main = async (): Promise<never> => {
  for (;;) process.stdout.write(`${await Effect.runPromise(store.put(randomBytes(400_000)))}\n`)
}

void main()
