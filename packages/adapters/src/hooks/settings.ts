import { isIP } from "node:net"
import * as Setting from "@daybook/sources/setting"

const isNetwork = (text: string) => {
  const [address = "", bits = "", ...rest] = text.split("/")
  const family = isIP(address)
  return rest.length === 0 && /^\d{1,3}$/.test(bits) && family !== 0 && Number(bits) <= (family === 4 ? 32 : 128)
}

/** A host, with a port or without: `nas.local`, `10.0.0.2:8123`, `[fd00::2]:8123`. */
const isHost = (text: string) => isIP(text) !== 0 || (URL.canParse(`http://${text}`) && !/[/?#@*]/.test(text))

export const hookAllowedHosts = Setting.withDefault(
  Setting.list(
    "DAYBOOK_HOOKS_ALLOW",
    (text) => isNetwork(text) || isHost(text),
    "hosts or networks such as n8n.local, 10.0.0.2:5678 or 192.168.0.0/16, with commas between",
    "private hosts and networks that hooks may call, also by http"
  ),
  [],
  { absence: "none" }
)

export const hookLogDays = Setting.withDefault(
  Setting.wholeNumber("DAYBOOK_HOOKS_LOG_DAYS", 1, 3_650, "days that the log of a hook's deliveries goes back"),
  30,
  "30"
)

export const hookSettings = [hookAllowedHosts, hookLogDays]
