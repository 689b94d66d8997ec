"""Finding a picture in a frame: weighted, masked, normalised cross-correlation."""
import numpy as np


def correlation(frame, template, weights, valid=None, fraction=.35):
    """The correlation at every offset, -1 where fewer than `fraction` of the weights fall on valid pixels."""
    height, width = template.shape
    padded = (frame.shape[0] + height, frame.shape[1] + width)
    valid = np.ones(frame.shape, np.float32) if valid is None else valid
    forward = lambda a: np.fft.rfft2(a, padded)
    back = lambda a: np.fft.irfft2(a, padded)
    frame = frame * valid
    v, f, ff = forward(valid), forward(frame), forward(frame * frame)
    w, wt, wtt = (np.conj(forward(a)) for a in (weights, weights * template, weights * template * template))
    count = np.maximum(back(v * w), 1e-3)
    sum_f, sum_ff, sum_t, sum_tt, sum_ft = back(f * w), back(ff * w), back(v * wt), back(v * wtt), back(f * wt)
    variance = np.maximum(sum_ff - sum_f ** 2 / count, 1e-3) * np.maximum(sum_tt - sum_t ** 2 / count, 1e-3)
    result = (sum_ft - sum_f * sum_t / count) / np.sqrt(variance)
    result[count < fraction * weights.sum()] = -1
    return result


def peak(result, template_shape, near, radius):
    """(x, y, score) of the template's centre at the best offset within `radius` of `near`, to a part of a pixel."""
    height, width = template_shape
    result = np.roll(result, (height, width), (0, 1))
    ys = np.arange(result.shape[0]) - height / 2
    xs = np.arange(result.shape[1]) - width / 2
    inside = (ys[:, None] - near[1]) ** 2 + (xs[None, :] - near[0]) ** 2 <= radius * radius
    masked = np.where(inside, result, -9)
    i, j = np.unravel_index(masked.argmax(), masked.shape)

    def vertex(a, b, c):
        bend = a - 2 * b + c
        return 0 if bend >= 0 else float(np.clip((a - c) / (2 * bend), -.5, .5))

    row = lambda k: result[k % result.shape[0], j]
    column = lambda k: result[i, k % result.shape[1]]
    return (xs[j] + vertex(column(j - 1), column(j), column(j + 1)),
            ys[i] + vertex(row(i - 1), row(i), row(i + 1)), float(masked[i, j]))
