import { useEffect, useRef, useState } from "preact/hooks"
import { onFiles, takeFiles } from "../../imports/pending.js"
import { upload } from "./upload.js"
import { textOf } from "./useImports.js"

/** A file on its way to the host. */
export interface Upload {
  readonly id: number
  readonly file: File
  readonly sent: number
  /** Empty unless the host refused it. */
  readonly failure: string
}

interface Uploads {
  readonly all: ReadonlyArray<Upload>
  readonly add: (files: ReadonlyArray<File>) => void
  /** Ends an upload, or forgets a refused one. */
  readonly remove: (id: number) => void
}

/** Sends files one after another. `onDone` is called when the host has one. */
export const useUploads = (onDone: () => void): Uploads => {
  const [all, setAll] = useState<ReadonlyArray<Upload>>([])
  const next = useRef(1)
  const active = useRef<{ readonly id: number; readonly controller: AbortController } | undefined>(undefined)
  const change = (id: number, to: Partial<Upload>) =>
    setAll((before) => before.map((one) => (one.id === id ? { ...one, ...to } : one)))
  const remove = (id: number) => {
    if (active.current?.id === id) active.current.controller.abort()
    setAll((before) => before.filter((one) => one.id !== id))
  }
  const add = (files: ReadonlyArray<File>) =>
    setAll((before) => [...before, ...files.map((file) => ({ id: next.current++, file, sent: 0, failure: "" }))])
  const pending = all.find(({ failure }) => failure === "")
  useEffect(() => {
    if (pending === undefined || active.current !== undefined) return
    const { file, id } = pending
    const controller = new AbortController()
    active.current = { id, controller }
    const end = () => void (active.current = undefined)
    upload(file, (sent) => change(id, { sent }), controller.signal).then(
      () => {
        end()
        remove(id)
        onDone()
      },
      (error: unknown) => {
        end()
        change(id, { failure: textOf(error) })
      }
    )
  }, [pending?.id])
  useEffect(() => {
    const take = () => add(takeFiles())
    take()
    return onFiles(take)
  }, [])
  useEffect(() => () => active.current?.controller.abort(), [])
  useEffect(() => {
    if (pending === undefined) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener("beforeunload", warn)
    return () => removeEventListener("beforeunload", warn)
  }, [pending === undefined])
  return { all, add, remove }
}
