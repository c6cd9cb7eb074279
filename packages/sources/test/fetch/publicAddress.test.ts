import { describe, expect, it } from "vitest"
import { isPublicAddress } from "../../src/fetch/publicAddresses.js"

const closed = [
  "0.0.0.0",
  "0.1.2.3",
  "10.0.0.1",
  "10.255.255.255",
  "100.64.0.1",
  "100.127.255.255",
  "127.0.0.1",
  "127.255.255.254",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.0.0.8",
  "192.0.2.1",
  "192.88.99.1",
  "192.168.0.1",
  "198.18.0.1",
  "198.19.255.255",
  "198.51.100.7",
  "203.0.113.9",
  "224.0.0.1",
  "239.255.255.255",
  "240.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::ffff:127.0.0.1",
  "::ffff:8.8.8.8",
  "::ffff:7f00:1",
  "::127.0.0.1",
  "64:ff9b::7f00:1",
  "64:ff9b::8.8.8.8",
  "64:ff9b:1::1",
  "100::1",
  "2001::1",
  "2001:0:5ef5:79fb::1",
  "2001:db8::1",
  "2002:7f00:1::",
  "3fff::1",
  "fc00::1",
  "fd12:3456::1",
  "fe80::1",
  "fe80::1%eth0",
  "fec0::1",
  "ff02::1",
  "",
  "localhost",
  "example.org",
  "1.2.3",
  "0x7f.1"
]
const open = [
  "1.1.1.1",
  "8.8.8.8",
  "100.63.255.255",
  "100.128.0.1",
  "172.15.0.1",
  "172.32.0.1",
  "192.0.1.1",
  "223.255.255.255",
  "2606:4700::1111",
  "2a00:1450::1",
  "2001:4860:4860::8888"
]

describe("isPublicAddress", () => {
  it("is false for every network that is not public", () => {
    for (const address of closed) expect(isPublicAddress(address), address).toBe(false)
  })
  it("is true right next to them", () => {
    for (const address of open) expect(isPublicAddress(address), address).toBe(true)
  })
})
