import * as Setting from "@daybook/adapters/setting"
import { Either } from "effect"
import { Usage } from "./failures.js"

const highestId = 2_147_483_647

/** Reads the id of a thing that `daybook COMMAND list` shows. */
export const idReader = (thing: string, command: string) => (text: string) =>
  Either.mapLeft(
    Setting.readWholeNumber("ID", text, 1, highestId),
    () =>
      new Usage({ message: `"${text}" is not the id of a ${thing}: give an id that \`daybook ${command} list\` shows` })
  )
