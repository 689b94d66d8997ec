private import CMicaInterop
import MicaTrace

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Thread-local storage of `ThreadState`, which is released when its thread ends.
enum ThreadLocal {
    /// The calling thread's state, created at its first use.
    static var state: ThreadState {
        if let pointer = unsafe pthread_getspecific(key) {
            return unsafe Unmanaged<ThreadState>.fromOpaque(pointer).takeUnretainedValue()
        }
        let state = ThreadState()
        let status = unsafe pthread_setspecific(key, Unmanaged.passRetained(state).toOpaque())
        requires(status == 0, "the thread has no room for its transactions")
        return state
    }

    /// Whether changes on the calling thread look for no actions.
    @inline(__always)  // Every change of a layer reads this word.
    static var disablesActions: Bool {
        get { mica_disables_actions() }
        set { mica_set_disables_actions(newValue) }
    }

    /// The context that the calling thread noted last, while it has changes to send; nil otherwise.
    @inline(__always)  // Every change of a layer reads this word.
    static var listedContext: ObjectIdentifier? {
        get { unsafe unsafeBitCast(mica_listed_context(), to: ObjectIdentifier?.self) }
        set { mica_set_listed_context(newValue.map { UInt(bitPattern: $0) } ?? 0) }
    }

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        let status = unsafe pthread_key_create(&key) { pointer in
            if let pointer = unsafe pointer { unsafe Unmanaged<ThreadState>.fromOpaque(pointer).release() }
        }
        requires(status == 0, "the process has no thread-specific keys left")
        return key
    }()
}
