import Foundation
import MicaServing
import MicaSocket
import MicaWire
import Synchronization
import Testing

/// Who hears the server: the link's thread, or the thread of a call that waits for the server's word.
@Suite(.serialized) struct ListeningTests {
    /// All of a tree of one layer.
    private func whole(_ number: UInt64) -> Commit {
        var commit = Commit(time: 0)
        let layer = LayerID(rawValue: number)
        (commit.created, commit.root, commit.isWhole) = ([layer], layer, true)
        commit.changes = [LayerChange(layer: layer, mask: .all)]
        return commit
    }

    /// A tree that is drawn when somebody asks for it, so that a server does nothing but take commits.
    private func tree(_ link: ServerLink, _ context: ContextID) -> ServedTree {
        let tree = link.tree {}
        var surface = ServedSurface(width: 4, height: 4)
        surface.isOnRequest = true
        tree.show(surface, of: context)
        return tree
    }

    @Test func threads_that_wait_at_once_all_get_the_server_s_word() throws {
        let service = try RunningService()
        defer { service.stop() }
        let link = try ServerLink(service.address, name: "test")
        let applied = Atomic(0), asked = Atomic(0), failed = Atomic(0)
        let done = DispatchGroup()
        for number in UInt64(1)...3 {
            let tree = tree(link, ContextID(rawValue: number)), commit = whole(number)
            done.enter()
            let thread = Thread {
                for count in UInt64(1)...200 {
                    do {
                        try tree.send(.commit(ContextID(rawValue: number), number: count, commit))
                    } catch {
                        failed.add(1, ordering: .relaxed)
                    }
                    if tree.waitUntilApplied() { applied.add(1, ordering: .relaxed) }
                }
                done.leave()
            }
            thread.start()
        }
        done.enter()
        let thread = Thread {
            for _ in 0..<50 {
                if case .text = try? link.ask(.clients) { asked.add(1, ordering: .relaxed) }
            }
            done.leave()
        }
        thread.start()
        done.wait()
        #expect(applied.load(ordering: .relaxed) == 600)
        #expect(asked.load(ordering: .relaxed) == 50)
        #expect(failed.load(ordering: .relaxed) == 0)
    }

    /// The link's thread receives messages that a call did not wait for.
    @Test func a_wait_that_was_given_up_leaves_the_link_as_it_was() throws {
        let address = ServerAddress(path: RunningService.path())
        let service = try RenderService(listening: try RenderService.listen(at: address))
        let link = try connected(address, service)
        let tree = tree(link, ContextID(rawValue: 1))
        try tree.send(.commit(ContextID(rawValue: 1), number: 1, whole(1)))
        #expect(!tree.waitUntilApplied(seconds: 0.05), "the server has not looked")
        var (heard, turns): ([ServerMessage], Int) = ([], 0)
        while !heard.contains(.applied(ContextID(rawValue: 1), number: 1)), turns < 3000 {
            service.turn(seconds: 0.01)
            tree.receive(into: &heard)
            turns += 1
        }
        #expect(heard.contains(.applied(ContextID(rawValue: 1), number: 1)))
        #expect(tree.waitUntilApplied(seconds: 0))
    }

    @Test func a_wait_ends_with_the_server() throws {
        let address = ServerAddress(path: RunningService.path())
        var service: RenderService? = try RenderService(listening: try RenderService.listen(at: address))
        let link = try connected(address, try #require(service))
        let tree = tree(link, ContextID(rawValue: 1))
        try tree.send(.commit(ContextID(rawValue: 1), number: 1, whole(1)))
        let ended = waiting(for: tree)
        Thread.sleep(forTimeInterval: 0.02)
        service = nil
        #expect(ended.wait(timeout: .now() + 30) == .success, "it waits for a server that has gone")
    }

    /// Whoever hears that the server has gone, the link's thread looks for it again.
    @Test func a_server_whose_end_a_waiting_call_has_heard_is_looked_for() throws {
        let path = RunningService.path()
        let address = ServerAddress(path: path)
        defer { _ = unsafe unlink(path) }
        var service: RenderService? = try RenderService(listening: try RenderService.listen(at: address))
        var retry = RetryPolicy()
        retry.longest = 0.005
        let link = try connected(address, try #require(service), retry)
        let tree = tree(link, ContextID(rawValue: 1))
        for round in UInt64(1)...40 {
            try tree.send(.commit(ContextID(rawValue: 1), number: round, whole(1)))
            let ended = waiting(for: tree)
            Thread.sleep(forTimeInterval: 0.002)
            service = nil
            #expect(ended.wait(timeout: .now() + 30) == .success)
            let next = try RenderService(listening: try RenderService.listen(at: address))
            var (heard, turns): ([ServerMessage], Int) = ([], 0)
            while !heard.contains(.wholeWanted(ContextID(rawValue: 1))), turns < 3000 {
                next.turn(seconds: 0.01)
                tree.receive(into: &heard)
                turns += 1
            }
            try #require(heard.contains(.wholeWanted(ContextID(rawValue: 1))), "round \(round)")
            service = next
        }
    }

    /// Makes a thread wait for a tree's messages; gives the signal of its end.
    private func waiting(for tree: ServedTree) -> DispatchSemaphore {
        let (waits, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let thread = Thread {
            waits.signal()
            tree.waitUntilApplied(seconds: 60)
            ended.signal()
        }
        thread.start()
        waits.wait()
        return ended
    }

    /// A link to a server that does nothing but when it is told to.
    private func connected(
        _ address: ServerAddress, _ service: RenderService, _ retry: RetryPolicy = RetryPolicy()
    ) throws -> ServerLink {
        let made = Mutex<Result<ServerLink, any Error>?>(nil)
        let thread = Thread {
            let link = Result { try ServerLink(address, name: "test", retry: retry) }
            made.withLock { $0 = link }
        }
        thread.start()
        while true {
            service.turn(seconds: 0.01)
            if let link = made.withLock({ $0 }) { return try link.get() }
        }
    }
}
