import { useEffect, useState } from "preact/hooks"
import { adminKey, onAdminKey } from "../../admin/key.js"
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

/** The files of this tab. They go on while another page of the app is open. */
let all: ReadonlyArray<Upload> = []
let next = 1
let active: { readonly id: number; readonly controller: AbortController } | undefined

const changes = new EventTarget()
const changed = "changed"
const arrived = "arrived"

const warn = (event: BeforeUnloadEvent) => event.preventDefault()

const set = (uploads: ReadonlyArray<Upload>): void => {
  all = uploads
  if (all.some(({ failure }) => failure === "")) addEventListener("beforeunload", warn)
  else removeEventListener("beforeunload", warn)
  changes.dispatchEvent(new Event(changed))
}

const change = (id: number, to: Partial<Upload>) => set(all.map((one) => (one.id === id ? { ...one, ...to } : one)))

const remove = (id: number): void => {
  if (active?.id === id) active.controller.abort()
  set(all.filter((one) => one.id !== id))
}

/** Sends the next file, one at a time. */
const send = async (): Promise<void> => {
  const pending = all.find(({ failure }) => failure === "")
  if (pending === undefined || active !== undefined) return
  const { file, id } = pending
  const controller = new AbortController()
  active = { id, controller }
  try {
    await upload(file, (sent) => change(id, { sent }), controller.signal)
    set(all.filter((one) => one.id !== id))
    changes.dispatchEvent(new Event(arrived))
  } catch (error) {
    change(id, { failure: textOf(error) })
  }
  active = undefined
  void send()
}

const add = (files: ReadonlyArray<File>): void => {
  set([...all, ...files.map((file) => ({ id: next++, file, sent: 0, failure: "" }))])
  void send()
}

onAdminKey(() => {
  if (adminKey() === null) for (const { id } of all) remove(id)
})

/** Sends files one after another. `onDone` is called when the host has one. */
export const useUploads = (onDone: () => void): Uploads => {
  const [uploads, setUploads] = useState(all)
  useEffect(() => {
    const update = () => setUploads(all)
    const take = () => add(takeFiles())
    changes.addEventListener(changed, update)
    changes.addEventListener(arrived, onDone)
    const ignoreFiles = onFiles(take)
    take()
    update()
    return () => {
      changes.removeEventListener(changed, update)
      changes.removeEventListener(arrived, onDone)
      ignoreFiles()
    }
  }, [])
  return { all: uploads, add, remove }
}
