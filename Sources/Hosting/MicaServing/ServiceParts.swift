import MicaHosting
import MicaServer
import MicaWorkers

/// What all clients and windows of one service have in common.
struct ServiceParts {
    let options: ServiceOptions
    /// The threads that draw.
    let workers: WorkerPool
    /// Says what time it is: the machine's, or that of a test.
    let clock: any FrameClock
    /// The trees that clients show of each other.
    let directory = RemoteDirectory()
    /// What ties their transactions.
    let fences = FenceBoard()
    /// Memory for their images.
    let pool = PixelPool()
}
