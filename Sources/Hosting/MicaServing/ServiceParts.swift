import MicaHosting
import MicaServer
import MicaSocket
import MicaWorkers

/// What all clients and windows of one service have in common.
struct ServiceParts {
    let options: ServiceOptions
    /// The threads that draw.
    let workers: WorkerPool
    /// Says what time it is: the machine's, or that of a test.
    let clock: any FrameClock
    /// Draws windows whose frames take long, one after the other.
    let aside = AsideThread()
    /// Whether anything is done on that thread.
    var drawsAside: Bool { options.drawsAside && options.threads == 1 }
    /// What wakes the service's thread.
    let event: Descriptor
    /// Where windows are seen; nil where they are drawn into memory.
    let screen: (any ServiceScreen)?
    /// The trees that clients show of each other.
    let directory: RemoteDirectory
    /// What ties their transactions.
    let fences: FenceBoard
    /// Memory for their images.
    let pool = PixelPool()

    init(options: ServiceOptions, clock: any FrameClock, event: Descriptor, screen: (any ServiceScreen)?) {
        (self.options, self.clock, self.event, self.screen) = (options, clock, event, screen)
        workers = WorkerPool(workers: options.threads)
        // A screen's windows are this process's, and show the clients' trees.
        directory = screen == nil ? RemoteDirectory() : .ofProcess
        fences = screen == nil ? FenceBoard(rate: options.rate) : .ofProcess
    }
}
