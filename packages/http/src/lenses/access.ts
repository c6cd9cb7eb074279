import { type ApiKey, isAllowedFrom } from "@daybook/core/keys"
import type { IncomingHttpHeaders } from "node:http"
import { type ErrorEnvelope, forbidden } from "../kit/errors.js"
import type { FindLens, LensedRequest } from "./lensed.js"

/** Any page may show what a publishable key sees, so caches of others may store it. */
const forVisitors = "public, max-age=60"

const otherOrigin: ErrorEnvelope = {
  error: "this key may not be used from here: create a key with this origin, or use the pages that it lists",
  status: 403
}

/** Why a key may not be used by this request; undefined if it may. */
export const refusalOfOrigin = (key: ApiKey | undefined, { origin }: IncomingHttpHeaders): ErrorEnvelope | undefined =>
  key === undefined || isAllowedFrom(key, origin) ? undefined : otherOrigin

/**
 * What the lens of a key shows of an operation, or the error that denies it. Undefined if the key has no lens. A lens
 * that does not exist shows nothing.
 */
export const throughLens = (
  find: FindLens,
  key: ApiKey | undefined,
  path: string,
  params: ReadonlyMap<string, string>
): LensedRequest | ErrorEnvelope | undefined => {
  if (key === undefined) return undefined
  const { lens = null, scope } = key
  if (lens === null) return scope === "publish" ? forbidden : undefined
  const view = find(lens)
  const operation = view?.operations.get(path)
  if (view === undefined || operation === undefined) return forbidden
  if (scope === "publish" && view.definition.public !== true) return forbidden
  return (
    operation.refusal(params) ?? {
      scope: view.scope,
      shape: operation.shape,
      tag: `${scope === "publish" ? "visitors of" : "lens"} ${view.tag}`,
      cacheControl: scope === "publish" ? forVisitors : undefined,
      isDelayed: operation.isDelayed
    }
  )
}
