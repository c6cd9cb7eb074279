export { type Resolve, connector, systemResolve } from "./connector.js"
export { errorCode } from "./errorCode.js"
export { closedAddress, isPublicAddress } from "./publicAddresses.js"
export * from "./safeFetch.js"
