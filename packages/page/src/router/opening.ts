import { useEffect, useState } from "preact/hooks"
import { redeemCode, takeCode } from "../admin/oneTimeCode.js"

/** The state of an address that `daybook open` printed. */
type Opening =
  { readonly _tag: "none" } | { readonly _tag: "pending" } | { readonly _tag: "failed"; readonly why: string }

/** Exchanges the one-time code of the address for a key of this tab. */
export const useOpening = (onKey: (key: string) => void): Opening => {
  const [code, setCode] = useState(takeCode)
  const [opening, setOpening] = useState<Opening>({ _tag: code === undefined ? "none" : "pending" })
  useEffect(() => {
    const onHash = () => {
      const next = takeCode()
      if (next !== undefined) setCode(next)
    }
    addEventListener("hashchange", onHash)
    return () => removeEventListener("hashchange", onHash)
  }, [])
  useEffect(() => {
    if (code === undefined) return
    setOpening({ _tag: "pending" })
    redeemCode(code).then(
      (key) => {
        setOpening({ _tag: "none" })
        onKey(key)
      },
      (failure: Error) => setOpening({ _tag: "failed", why: failure.message })
    )
  }, [code])
  return opening
}
