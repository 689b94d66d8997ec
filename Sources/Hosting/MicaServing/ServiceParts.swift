import MicaServer
import MicaSocket
import MicaTrace
import MicaWorkers

/// The objects that all clients and windows of one service share.
struct ServiceParts {
    let options: ServiceOptions
    /// The threads that draw.
    let workers: WorkerPool
    /// The machine's clock, or that of a test.
    let clock: any FrameClock
    /// The thread for slow work, such as drawing windows with slow frames.
    let aside = AsideThread()
    /// Whether the aside thread is used.
    var drawsAside: Bool { options.drawsAside && options.threads == 1 }
    /// Wakes the service's thread.
    let event: Descriptor
    /// The screen that shows the windows; nil when they are drawn into memory.
    let screen: (any ServiceScreen)?
    /// The trees that clients show of each other.
    let directory: RemoteDirectory
    /// Ties the transactions of the clients.
    let fences: FenceBoard
    /// The memory of all clients.
    let budget: ServiceBudget
    /// Memory for the clients' images.
    let pool = PixelPool()

    init(options: ServiceOptions, clock: any FrameClock, event: Descriptor, screen: (any ServiceScreen)?) {
        (self.options, self.clock, self.event, self.screen) = (options, clock, event, screen)
        workers = WorkerPool(workers: options.threads)
        budget = ServiceBudget(
            ServiceBudget.Limits(
                total: options.memory ?? ServiceBudget.Limits.ofMachine.total, process: options.processMemory))
        // A screen's windows belong to this process, and show the clients' trees.
        directory = screen == nil ? RemoteDirectory() : .ofProcess
        fences = screen == nil ? FenceBoard(rate: options.rate) : .ofProcess
    }
}
