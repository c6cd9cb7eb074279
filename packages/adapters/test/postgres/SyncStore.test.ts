import { syncStoreContract } from "../contract/SyncStore.js"
import { newDatabase } from "../support/database.js"

syncStoreContract(newDatabase())
