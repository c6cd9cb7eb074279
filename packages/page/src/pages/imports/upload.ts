import type { ImportView } from "@daybook/core/imports"
import { AdminFailure, addressOf, adminKey, failureOf, isRefusal, refuse, unreachable } from "../../admin/key.js"

/** An import as the API describes it. Only the type is imported, so core is not bundled. */
export type Import = (typeof ImportView)["Encoded"]

const answerOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Sends a file for a dry run, and reports the bytes that were sent. `fetch` does not report them, so this is the one
 * request without it. Rejects with an `AdminFailure`; aborting the signal ends the request.
 */
export const upload = (file: File, onBytes: (sent: number) => void, signal: AbortSignal): Promise<Import> =>
  new Promise((resolve, reject) => {
    const key = adminKey()
    if (key === null) return reject(new AdminFailure(401, "Enter an admin key first."))
    const request = new XMLHttpRequest()
    const query = new URLSearchParams({ dry_run: "true", name: file.name }).toString()
    request.open("POST", `${addressOf("/v1/admin/import")}?${query}`)
    request.setRequestHeader("authorization", `Bearer ${key}`)
    request.setRequestHeader("content-type", "application/octet-stream")
    request.upload.addEventListener("progress", ({ loaded }) => onBytes(loaded))
    request.addEventListener("error", () => reject(unreachable()))
    request.addEventListener("abort", () => reject(new AdminFailure(0, "The file was not sent.")))
    request.addEventListener("load", () => {
      const { responseText, status } = request
      if (status === 202) return resolve(answerOf(responseText) as Import)
      if (isRefusal(status)) refuse(key)
      reject(failureOf(status, answerOf(responseText)))
    })
    signal.addEventListener("abort", () => request.abort())
    request.send(file)
  })
