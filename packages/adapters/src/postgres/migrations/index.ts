import { halls } from "./0001_halls.js"
import { listening } from "./0002_listening.js"

/** Every step of the schema, in the one growing order in which they are applied. Only ever append. */
export const migrations = {
  "0001_halls": halls,
  "0002_listening": listening
}
