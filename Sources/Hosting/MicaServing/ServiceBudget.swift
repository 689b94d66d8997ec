import Foundation
import MicaSocket

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The memory of all clients together, and of the connections of one process together.
///
/// A client's quota bounds one connection. Without this budget a program with ten connections would get ten quotas, and
/// the server would end for want of memory with the windows of everybody.
///
/// It belongs to the service's thread.
package final class ServiceBudget {
    /// The limits.
    package struct Limits: Sendable, Equatable {
        /// The most bytes of all clients.
        package var total: Int
        /// The most bytes of the connections of one process.
        package var process: Int

        /// Makes limits; without one for a process, it may have half of the total.
        package init(total: Int, process: Int? = nil) { (self.total, self.process) = (total, process ?? total / 2) }
    }

    /// The limits of the clients together.
    package let limits: Limits
    private var clients: [UInt16: (process: Int32, bytes: Int)] = [:]
    private var processes: [Int32: Int] = [:]
    /// The bytes of all clients.
    package private(set) var used = 0
    /// The most bytes since memory was last given back to the system.
    private var high = 0

    package init(_ limits: Limits) { self.limits = limits }

    /// Records a client's bytes, in place of those that it had before.
    package func set(_ bytes: Int, of client: UInt16, process: Int32) {
        let old = clients.updateValue((process, bytes), forKey: client)?.bytes ?? 0
        processes[process, default: 0] += bytes - old
        used += bytes - old
        high = max(high, used)
    }

    /// Removes a client that has gone.
    package func remove(_ client: UInt16) {
        guard let old = clients.removeValue(forKey: client) else { return }
        used -= old.bytes
        let rest = (processes[old.process] ?? 0) - old.bytes
        processes[old.process] = rest > 0 ? rest : nil
    }

    /// Checks that a client may have more bytes.
    package func check(_ more: Int, for process: Int32) throws(SocketFault) {
        guard (processes[process] ?? 0) + more <= limits.process else {
            throw SocketFault(
                "the connections of one process may take \(Self.text(limits.process)) of the server's memory")
        }
        guard used + more <= limits.total else {
            throw SocketFault("the server has no memory left: all clients together may take \(Self.text(limits.total))")
        }
    }

    /// The least decrease after which memory is given back. *Units*: bytes.
    package static let leastReturn = 32 << 20

    /// Whether so much less is used than before that freed memory should go back to the system; true once.
    package func takeReturn() -> Bool {
        guard high - used >= Self.leastReturn else { return false }
        high = used
        return true
    }

    /// The bytes that a layer and an animation count for: their state in the tree and in the frames that show them.
    static let layer = 2048, animation = 1024
    /// The bytes that a surface's pixel counts for: the frame, and the picture that is shown meanwhile.
    static let surfacePixel = 8

    private static func text(_ bytes: Int) -> String { "\(bytes >> 20) MiB" }
}

extension ServiceBudget.Limits {
    /// The limits of this machine and process: a third of the address space or data that the process may have, half of
    /// the machine's or the control group's memory, and at most 4 GiB. One process gets half of that.
    ///
    /// A third, because threads reserve address space, and the server itself needs memory to draw.
    package static var ofMachine: Self {
        var total = 4 << 30
        for kind in [RLIMIT_AS, RLIMIT_DATA] {
            var limit = rlimit()
            guard unsafe getrlimit(kind.number, &limit) == 0, limit.rlim_cur < rlim_t(1) << 60 else { continue }
            total = min(total, Int(limit.rlim_cur) / 3)
        }
        let (pages, size) = (sysconf(Int32(_SC_PHYS_PAGES)), sysconf(Int32(_SC_PAGESIZE)))
        if pages > 0, size > 0 { total = min(total, pages / 2 * size) }
        if let text = try? String(contentsOfFile: "/sys/fs/cgroup/memory.max", encoding: .utf8),
            let bytes = Int(text.trimmingCharacters(in: .whitespacesAndNewlines))
        {
            total = min(total, bytes / 2)
        }
        return Self(total: total)
    }
}

#if canImport(Glibc)
extension __rlimit_resource {
    fileprivate var number: __rlimit_resource_t { __rlimit_resource_t(rawValue) }
}
#else
extension Int32 {
    fileprivate var number: Int32 { self }
}
#endif
