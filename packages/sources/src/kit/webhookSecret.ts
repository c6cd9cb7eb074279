import type { WebhookHead } from "@daybook/core/webhooks"
import { Option, Redacted } from "effect"
import { createHash, timingSafeEqual } from "node:crypto"

/** Whether a text is the secret. Takes as long whatever they have in common. */
export const isSecret = (sent: string | undefined, secret: Redacted.Redacted): boolean => {
  const digest = (text: string) => createHash("sha256").update(text).digest()
  return timingSafeEqual(digest(sent ?? ""), digest(Redacted.value(secret)))
}

/** Whether a request has the secret in its path, or as the parameter `secret` or `token`. */
export const isWebhookSecret = (secret: Redacted.Redacted, { query, secret: path }: WebhookHead): boolean =>
  isSecret(
    Option.getOrElse(path, () => query["secret"] ?? query["token"]),
    secret
  )
