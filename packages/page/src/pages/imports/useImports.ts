import { useEffect, useRef, useState } from "preact/hooks"
import { adminRequest } from "../../admin/key.js"
import { useSession } from "../../api/useAnswer.js"
import type { Import } from "./upload.js"

/** Between two requests while something is read, in milliseconds. The limit is 100 requests a minute. */
const pollMs = 2_000

const moving: ReadonlySet<Import["state"]> = new Set(["receiving", "waiting", "checking", "importing"])

/** Whether an import changes by itself. */
export const isMoving = ({ state }: Import): boolean => moving.has(state)

export const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

interface Imports {
  /** Undefined until they are there. */
  readonly all: ReadonlyArray<Import> | undefined
  readonly failure: string
  readonly refresh: () => void
}

/** The imports of the host. They are asked for again while one of them moves, and when the stream tells of a sync. */
export const useImports = (): Imports => {
  const { follow } = useSession()
  const [all, setAll] = useState<ReadonlyArray<Import>>()
  const [failure, setFailure] = useState("")
  const [round, setRound] = useState(0)
  const refresh = () => setRound((before) => before + 1)
  const isCurrent = useRef(true)
  useEffect(() => () => void (isCurrent.current = false), [])
  useEffect(() => {
    adminRequest<{ readonly data: ReadonlyArray<Import> }>("GET", "/v1/admin/imports").then(
      ({ data }) => {
        if (!isCurrent.current) return
        setAll(data)
        setFailure("")
      },
      (error: unknown) => isCurrent.current && setFailure(textOf(error))
    )
  }, [round])
  const polls = failure !== "" || all?.some(isMoving) === true
  useEffect(() => {
    if (!polls) return
    const timer = setTimeout(refresh, pollMs)
    return () => clearTimeout(timer)
  }, [polls, round, all, failure])
  useEffect(() => {
    const onEvent = ({ data, event }: { readonly event: string; readonly data: unknown }) => {
      if (event === "sync" && (data as { readonly status?: unknown }).status !== "running") refresh()
    }
    return follow({ topics: ["sync"], onEvent, onState: () => undefined })
  }, [follow])
  return { all, failure, refresh }
}
