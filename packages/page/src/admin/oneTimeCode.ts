import { addressOf, failureOf, setAdminKey, unreachable } from "./key.js"

/**
 * The one-time code of an address that `daybook open` printed. It is removed from the address, so that neither history
 * nor a copied link contains it. Browsers never send fragments.
 */
export const takeCode = (): string | undefined => {
  const code = /^#open=([\w-]+)$/.exec(location.hash)?.[1]
  if (code !== undefined) history.replaceState(null, "", location.pathname + location.search)
  return code
}

interface OpenedKey {
  readonly key: string
}

/** Exchanges a code for an admin key of this tab. Rejects with what failed and what to do next. */
export const redeemCode = async (code: string): Promise<string> => {
  const response = await fetch(addressOf("/v1/setup/open"), {
    method: "POST",
    cache: "no-store",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ code })
  }).catch(() => {
    throw unreachable()
  })
  const answer = (await response.json().catch(() => undefined)) as OpenedKey | undefined
  if (!response.ok || answer === undefined) throw failureOf(response.status, answer)
  setAdminKey(answer.key)
  return answer.key
}
