import { prefixes } from "@daybook/core/keys"
import { badRequest } from "../kit/errors.js"
import type { Target } from "./routing.js"

export const privateKeyInAddress = badRequest(
  "a key must not be in an address, where logs keep it: send it as Authorization: Bearer, or a ticket from POST /v1/stream/tickets as ?ticket="
)

/** What stands for a key in the address of a stream: a publishable key or a ticket. */
export const credentialIn = ({ params }: Target) => {
  const key = params.get("key")
  const isPrivate = key !== undefined && !key.startsWith(prefixes.publish)
  return { key: isPrivate ? undefined : key, ticket: params.get("ticket"), isPrivate }
}

/** The token of an `Authorization: Bearer …` header; the scheme is case-insensitive. */
export const bearerToken = (header: string | undefined): string | undefined =>
  header !== undefined && header.length > 7 && header.length < 512 && header.slice(0, 7).toLowerCase() === "bearer "
    ? header.slice(7).trim()
    : undefined
