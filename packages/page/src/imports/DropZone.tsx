import { useEffect, useState } from "preact/hooks"
import { navigate, to } from "../router/location.js"
import { handIn } from "./pending.js"

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes("Files") === true

/** Takes files that are dropped anywhere on a page, and opens the page that imports them. */
export const DropZone = () => {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    const onOver = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setIsOver(true)
    }
    const onLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setIsOver(false)
    }
    const onDrop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setIsOver(false)
      handIn(Array.from(event.dataTransfer?.files ?? []))
      navigate(to("/import"))
    }
    document.addEventListener("dragover", onOver)
    document.addEventListener("dragleave", onLeave)
    document.addEventListener("drop", onDrop)
    return () => {
      document.removeEventListener("dragover", onOver)
      document.removeEventListener("dragleave", onLeave)
      document.removeEventListener("drop", onDrop)
    }
  }, [])
  return isOver ? (
    <div class="drop-zone" aria-hidden="true">
      <p>Drop the export file to import it</p>
    </div>
  ) : null
}
