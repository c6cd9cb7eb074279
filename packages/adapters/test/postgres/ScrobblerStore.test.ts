import { scrobblerStoreContract } from "../contract/ScrobblerStore.js"
import { newDatabase } from "../support/database.js"

scrobblerStoreContract(newDatabase())
