import { Schema } from "effect"

/**
 * Gmail's API (https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.messages):
 *
 *   GET /users/me/profile           {"emailAddress":"me@example.com","historyId":"987"}
 *   GET /users/me/messages?q=       {"messages":[{"id":"18e0","threadId":"18e0"}],"nextPageToken":"2","resultSizeEstimate":201}
 *   GET /users/me/history           {"history":[{"id":"990","messagesAdded":[{"message":{"id":"18e1","threadId":"18e1"}}]}],"historyId":"1001"}
 *   GET /users/me/messages/18e0?format=raw        {"id":"18e0","sizeEstimate":51234,"internalDate":"1772475611000","raw":"RnJvbTog…"}
 *
 * `messages` and `history` are absent where there are none.
 */
const Text = Schema.optional(Schema.NullOr(Schema.String))
const Reference = Schema.Struct({ id: Schema.NonEmptyString })

export const Profile = Schema.Struct({ historyId: Schema.NonEmptyString })

export const Messages = Schema.Struct({ messages: Schema.optional(Schema.NullOr(Schema.Array(Reference))), nextPageToken: Text })

export const History = Schema.Struct({
  history: Schema.optional(Schema.NullOr(Schema.Array(Schema.Struct({
    messagesAdded: Schema.optional(Schema.NullOr(Schema.Array(Schema.Struct({ message: Reference }))))
  })))),
  historyId: Schema.NonEmptyString,
  nextPageToken: Text
})

export const Raw = Schema.Struct({ raw: Schema.NonEmptyString })

export const Metadata = Schema.Struct({
  sizeEstimate: Schema.optional(Schema.NullOr(Schema.Number)),
  payload: Schema.optional(Schema.NullOr(Schema.Struct({
    headers: Schema.optional(Schema.NullOr(Schema.Array(Schema.Struct({ name: Schema.String, value: Schema.String }))))
  })))
})
