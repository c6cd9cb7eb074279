import { watchingStoreContract } from "../contract/WatchingStore.js"
import { newDatabase } from "../support/database.js"

watchingStoreContract(newDatabase())
