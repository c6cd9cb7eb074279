import { runningStoreContract } from "../contract/RunningStore.js"
import { newDatabase } from "../support/database.js"

runningStoreContract(newDatabase())
