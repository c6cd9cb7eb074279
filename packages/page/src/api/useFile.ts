import { useEffect, useState } from "preact/hooks"
import type { Outcome } from "./host.js"
import { useSession } from "./useAnswer.js"

interface File {
  readonly address: string
  readonly outcome: Outcome<Blob>
}

/** Reads a file of the host. The previous one stays until the next is there. */
export const useFile = (address: string | undefined): File | undefined => {
  const { changes, host, round } = useSession()
  const [file, setFile] = useState<File>()
  useEffect(() => {
    if (address === undefined) return
    const controller = new AbortController()
    host.file(address, controller.signal).then(
      (outcome) =>
        setFile((before) =>
          // A failure does not take away what was read.
          outcome._tag !== "Success" && before?.address === address ? before : { address, outcome }
        ),
      () => {}
    )
    return () => controller.abort()
  }, [host, round, changes, address])
  return file
}
