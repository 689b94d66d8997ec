/// Called when the memory of a data provider is no longer needed.
public typealias CGDataProviderReleaseDataCallback =
    @convention(c) (_ info: UnsafeMutableRawPointer?, _ data: UnsafeRawPointer, _ size: Int) -> Void

/// A source of bytes, for an image for example; immutable.
public final class CGDataProvider: Sendable {
    private enum Source: Sendable {
        case bytes(Data)
        case made(@Sendable () -> Data)
    }

    private let source: Source

    /// Makes a provider of bytes in memory.
    public init?(data: CFData) {
        source = .bytes(data)
    }

    /// Makes a provider of a file's bytes; nil when the file cannot be read.
    public init?(url: CFURL) {
        guard let data = try? Data(contentsOf: url, options: .mappedIfSafe) else { return nil }
        source = .bytes(data)
    }

    /// Makes a provider of a file's bytes; nil when the file cannot be read.
    public convenience init?(filename: UnsafePointer<CChar>) {
        self.init(url: URL(fileURLWithPath: unsafe String(cString: filename)))
    }

    /// Makes a provider of memory that the caller owns. The memory must not change until `releaseData` is called.
    public init?(
        dataInfo info: UnsafeMutableRawPointer?, data: UnsafeRawPointer, size: Int,
        releaseData: CGDataProviderReleaseDataCallback
    ) {
        guard size >= 0 else { return nil }
        let address = UInt(bitPattern: info)
        let owned = unsafe Data(
            bytesNoCopy: UnsafeMutableRawPointer(mutating: data), count: size,
            deallocator: .custom { pointer, count in
                unsafe releaseData(UnsafeMutableRawPointer(bitPattern: address), UnsafeRawPointer(pointer), count)
            })
        source = .bytes(owned)
    }

    /// Makes a provider that calls a function each time its bytes are needed.
    package init(making make: @escaping @Sendable () -> Data) {
        source = .made(make)
    }

    /// The bytes.
    public var data: CFData? {
        switch source {
        case .bytes(let data): return data
        case .made(let make): return make()
        }
    }
}
