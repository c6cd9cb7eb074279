import type { WebhookHead } from "@daybook/core/webhooks"
import { Option, Redacted } from "effect"
import { createHash, timingSafeEqual } from "node:crypto"

/** Whether a request has the secret in its path, or as the parameter `secret` or `token`. */
export const isWebhookSecret = (secret: Redacted.Redacted, { query, secret: path }: WebhookHead): boolean => {
  const sent = Option.getOrElse(path, () => query["secret"] ?? query["token"] ?? "")
  const digest = (text: string) => createHash("sha256").update(text).digest()
  return timingSafeEqual(digest(sent), digest(Redacted.value(secret)))
}
