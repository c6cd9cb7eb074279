import { Schema } from "effect"

/** A JSON body. The database cannot hold the character NUL, so no text may have it. */
export const body = <A extends object, I, R>(schema: Schema.Schema<A, I, R>) =>
  schema.pipe(Schema.filter((value) =>
    Object.entries(value).filter(([, text]) => typeof text === "string" && text.includes("\0")).map(([name]) => ({
      path: [name],
      message: "must not hold the character NUL"
    }))
  ))
