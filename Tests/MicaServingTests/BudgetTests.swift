import CMicaSocket
import Foundation
import MicaHosting
import MicaServing
import MicaSocket
import MicaTrace
import Synchronization
import Testing

/// The memory of all clients and of the connections of one process: who asks for more is refused, and the server lives.
@Suite(.serialized) struct BudgetTests {
    /// A server that is driven by hand, with connections of this process.
    private final class Served {
        let service: RenderService
        private(set) var sockets: [PacketSocket] = []

        init(_ options: ServiceOptions, connections: Int, clock: any FrameClock = MonotonicClock()) throws {
            let address = ServerAddress(path: RunningService.path())
            service = try RenderService(address, options, clock: clock)
            for _ in 0..<connections {
                let (near, far) = try Descriptor.pair()
                let socket = PacketSocket(near)
                socket.send(ClientPacket.hello(version: PacketForm.version, name: "large").encoded())
                socket.flush()
                sockets.append(socket)
                service.adopt(far)
            }
        }

        /// The reason why the server cut a connection off; nil if it did not.
        func goodbye(to index: Int) throws -> String? {
            for socket in sockets { socket.flush() }
            for _ in 0..<3 { service.turn(seconds: 0) }
            try? sockets[index].receive()
            while let packet = try sockets[index].nextPacket() {
                if case .goodbye(let reason) = try ServerPacket(tag: packet.tag, bytes: packet.bytes) { return reason }
            }
            return nil
        }

        /// Closes a connection, as a client that ends does.
        func disconnect(_ index: Int) { sockets.remove(at: index) }

        /// Sends memory for images, as large clients do.
        func send(memory number: UInt32, megabytes: Int, from index: Int) throws {
            let memory = try SharedMemory(size: megabytes << 20)
            sockets[index].send(
                ClientPacket.memory(number: number, size: UInt64(megabytes << 20)).encoded(), with: memory.descriptor)
        }
    }

    @Test func budget_of_a_process_is_that_of_all_its_connections() throws {
        var options = ServiceOptions()
        options.memory = 64 << 20
        let served = try Served(options, connections: 3)
        for index in 0..<2 {
            try served.send(memory: 1, megabytes: 16, from: index)
            #expect(try served.goodbye(to: index) == nil)
        }
        #expect(served.service.memoryUse == 32 << 20)
        try served.send(memory: 1, megabytes: 1, from: 2)
        #expect(
            try served.goodbye(to: 2) == "the connections of one process may take 32 MiB of the server's memory")
        // The others stay, and the last one's share is free again.
        #expect(served.service.clientCount == 2 && served.service.memoryUse == 32 << 20)
    }

    @Test func budget_of_connections_of_one_process() throws {
        var options = ServiceOptions()
        options.processClients = 2
        let served = try Served(options, connections: 3)
        #expect(served.service.clientCount == 2)
        #expect(try served.goodbye(to: 2) == "more than 2 connections of one process")
        #expect(try served.goodbye(to: 0) == nil && served.service.clientCount == 2)
    }

    @Test func budget_of_all_clients_is_shared_by_processes() throws {
        let budget = ServiceBudget(ServiceBudget.Limits(total: 100 << 20, process: 50 << 20))
        budget.set(50 << 20, of: 1, process: 10)
        budget.set(40 << 20, of: 2, process: 11)
        #expect(throws: SocketFault.self) { try budget.check(1, for: 10) }
        try budget.check(10 << 20, for: 11)
        let full = #expect(throws: SocketFault.self) { try budget.check(11 << 20, for: 12) }
        #expect(full?.description == "the server has no memory left: all clients together may take 100 MiB")
        budget.remove(1)
        try budget.check(50 << 20, for: 10)
        #expect(budget.used == 40 << 20)
    }

    /// Memory goes back once after a large client, and not for small ones.
    @Test func budget_returns_memory_after_a_large_client() {
        let budget = ServiceBudget(ServiceBudget.Limits(total: 1 << 40, process: 1 << 40))
        budget.set(20 << 20, of: 1, process: 10)
        budget.set(800 << 20, of: 2, process: 11)
        #expect(!budget.takeReturn())
        budget.set(0, of: 2, process: 11)
        #expect(budget.takeReturn() && !budget.takeReturn())
        budget.remove(1)
        #expect(!budget.takeReturn())
    }

    /// Small clients leave their pages, too: without this rule a server kept 36 MiB of them a minute after a soak.
    @Test("Memory goes back once five seconds after clients of any size have gone")
    func late() throws {
        let clock = ManualClock()
        let served = try Served(ServiceOptions(), connections: 3, clock: clock)
        #expect(try served.goodbye(to: 0) == nil && served.service.nextDue == .infinity)
        let start = clock.now
        served.disconnect(0)
        for _ in 0..<3 { served.service.turn(seconds: 0) }
        #expect(served.service.clientCount == 2 && served.service.nextDue == start + 5)
        clock.now = start + 4.9
        served.disconnect(0)
        for _ in 0..<3 { served.service.turn(seconds: 0) }
        #expect(served.service.clientCount == 1 && served.service.returnCount == 0)
        clock.now = start + 5
        for _ in 0..<3 { served.service.turn(seconds: 0) }
        #expect(served.service.returnCount == 1 && served.service.nextDue == .infinity)
        clock.now = start + 100
        for _ in 0..<3 { served.service.turn(seconds: 0) }
        #expect(served.service.returnCount == 1)
    }

    /// The C library gives back free blocks of all threads, but not the free end of a thread's own memory.
    @Test("A thread gives back the end of its own memory")
    func end() {
        // A sanitizer has an allocator of its own.
        guard unsafe dlsym(nil, "__asan_init") == nil, unsafe dlsym(nil, "__tsan_init") == nil else { return }
        let fraction = Mutex(0.0)
        let ended = DispatchSemaphore(value: 0)
        let thread = Thread {
            fraction.withLock { $0 = Self.residentAfterReturn() }
            ended.signal()
        }
        thread.start()
        ended.wait()
        let resident = fraction.withLock { $0 }
        #expect(resident < 0.2, "\(resident) of the freed pages are resident")
    }

    /// Which part of 32 MiB in small blocks the process still has after they are freed and memory is given back.
    private static func residentAfterReturn() -> Double {
        let (count, size, page) = (512, 1 << 16, Int(sysconf(Int32(_SC_PAGESIZE))))
        // Nothing else is allocated after the blocks, so that they are the end of the thread's memory.
        let blocks = UnsafeMutableBufferPointer<UnsafeMutableRawPointer?>.allocate(capacity: count)
        let pages = UnsafeMutableBufferPointer<Int>.allocate(capacity: count)
        defer {
            blocks.deallocate()
            pages.deallocate()
        }
        // A large block that is freed raises the C library's thresholds.
        free(malloc(30 << 20))
        for index in 0..<count {
            guard let block = malloc(size) else { return 1 }
            memset(block, 1, size)
            (blocks[index], pages[index]) = (block, (Int(bitPattern: block) + page - 1) / page * page)
        }
        for index in 0..<count { free(blocks[index]) }
        mica_return_memory()
        var resident = 0
        for index in 0..<count {
            var state: UInt8 = 0
            // It fails if the page is not the process's any more.
            if mincore(UnsafeMutableRawPointer(bitPattern: pages[index]), page, &state) == 0, state & 1 != 0 {
                resident += 1
            }
        }
        return Double(resident) / Double(count)
    }

    @Test func limits_of_the_machine_leave_room_for_the_server() {
        let limits = ServiceBudget.Limits.ofMachine
        #expect(limits.total > 0 && limits.total <= 4 << 30 && limits.process == limits.total / 2)
    }

    @Test func log_of_a_flood_is_bounded() {
        var limiter = ReportLimiter()
        var lines: [String] = []
        // 57,000 a second for ten seconds.
        for index in 0..<570_000 { lines += limiter.lines(for: "line \(index)", at: Double(index) / 57_000) }
        #expect(lines.count <= 20 + 2 * 10 && lines.first == "line 0")
        #expect(lines.contains { $0.hasSuffix("more lines were left out") })
        // After a pause there is room again, and the count of missing lines comes first.
        let later = limiter.lines(for: "later", at: 100)
        #expect(later.count == 2 && later.last == "later")
        #expect(limiter.lines(for: "last", at: 101) == ["last"])
    }
}
