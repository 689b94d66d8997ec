import CLibAV
import MicaSurface

/// A source of packets that are copied into a video's file unchanged, such as another file's sound.
package protocol PacketSource: AnyObject {
    /// The parameters of the packets' codec; nil when they are unknown.
    var parameters: UnsafeMutablePointer<AVCodecParameters>? { get }
    /// The unit of the packets' times, which count from the video's start.
    var timeBase: AVRational { get }
    /// Reads the next packet, in order; false at the end.
    func next(_ packet: UnsafeMutablePointer<AVPacket>) -> Bool
}

/// A stream of an output file with copied packets.
@safe package final class CopiedStream {
    private let source: any PacketSource
    private let stream: UnsafeMutablePointer<AVStream>
    private var packet: UnsafeMutablePointer<AVPacket>?
    /// Whether `packet` waits for its time.
    private var holdsPacket = false
    private var isEnded = false

    /// Adds a stream to a file whose header is not written yet; nil when memory runs out.
    package init?(_ source: any PacketSource, in container: UnsafeMutablePointer<AVFormatContext>) {
        guard let parameters = unsafe source.parameters, let stream = unsafe avformat_new_stream(container, nil),
            unsafe avcodec_parameters_copy(stream.pointee.codecpar, parameters) >= 0,
            let packet = unsafe av_packet_alloc()
        else { return nil }
        // Each file format has its own four-letter codes for codecs.
        unsafe stream.pointee.codecpar.pointee.codec_tag = 0
        unsafe stream.pointee.time_base = source.timeBase
        self.source = source
        unsafe (self.stream, self.packet) = (stream, packet)
    }

    deinit { unsafe av_packet_free(&packet) }

    /// Writes the packets up to a time in seconds; returns libav's error code, or 0.
    package func write(into container: UnsafeMutablePointer<AVFormatContext>, upTo time: Double) -> Int32 {
        guard let packet = unsafe packet else { return 0 }
        let base = source.timeBase
        while !isEnded {
            if !holdsPacket {
                guard unsafe source.next(packet) else {
                    isEnded = true
                    break
                }
                holdsPacket = true
            }
            if unsafe Double(packet.pointee.dts) * Double(base.num) / Double(max(base.den, 1)) > time { return 0 }
            unsafe av_packet_rescale_ts(packet, base, stream.pointee.time_base)
            unsafe packet.pointee.stream_index = stream.pointee.index
            holdsPacket = false
            let code = unsafe av_interleaved_write_frame(container, packet)
            if code < 0 { return code }
        }
        return 0
    }
}
