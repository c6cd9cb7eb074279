import { useEffect, useState } from "preact/hooks"
import { type Arrangement, parseArrangement, standard } from "./arrangement.js"

const storageName = "daybook.sections"

/** A browser can refuse its storage: then the arrangement lasts as long as the page. */
const read = (): Arrangement => {
  try {
    return parseArrangement(localStorage.getItem(storageName))
  } catch {
    return standard
  }
}

const save = (arrangement: Arrangement): void => {
  try {
    if (arrangement === standard) localStorage.removeItem(storageName)
    else localStorage.setItem(storageName, JSON.stringify(arrangement))
  } catch {
    // The page shows the arrangement anyway.
  }
}

/** The arrangement of this browser. A change in another tab is followed. */
export const useArrangement = () => {
  const [arrangement, setArrangement] = useState(read)
  useEffect(() => {
    const onStorage = ({ key }: StorageEvent) => (key === null || key === storageName) && setArrangement(read())
    addEventListener("storage", onStorage)
    return () => removeEventListener("storage", onStorage)
  }, [])
  const arrange = (next: Arrangement) => {
    save(next)
    setArrangement(next)
  }
  return [arrangement, arrange] as const
}
