import { eventSchemas } from "@daybook/core/hooks"
import { exampleOf } from "./fieldTexts.js"
import type { Schemas } from "./JsonSchema.js"

const header = (name: string, description: string, example: string) => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
  example
})

/** Headers of Standard Webhooks 1.0.0. */
const headers = [
  header("webhook-id", "Id of the message: the same for each attempt and replay", "msg_01JD9ZK3W8T4M2P0Q7R5S1V6X9"),
  header("webhook-timestamp", "Time of the attempt, Unix seconds", "1773519300"),
  header(
    "webhook-signature",
    "Signatures of `id.timestamp.body` with spaces between: `v1,` HMAC-SHA256 or `v1a,` ed25519, in base64",
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="
  )
]

const responses = {
  "2XX": { description: "The message has arrived" },
  "410": { description: "No further messages are wanted: the hook is disabled" },
  default: { description: "The message is sent again later: up to ten attempts in about three days" }
}

/** The requests that Daybook sends to webhooks, for `webhooks` of the document. */
export const hookEvents = (schemas: Schemas): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    eventSchemas.map(({ description, name, type }) => {
      const schema = { $ref: `#/components/schemas/${name}` }
      const operation = {
        operationId: `events.${type}`,
        tags: ["hooks"],
        summary: type,
        description: `${description}.`,
        parameters: headers,
        requestBody: {
          required: true,
          content: { "application/json": { schema, example: exampleOf(schema, schemas) } }
        },
        responses
      }
      return [type, { post: operation }]
    })
  )
