// @ts-check
// The click of a stone on wood, made on the spot.

import {get} from './settings.js';

/** @type {AudioContext|undefined} */
let audio;

/** Plays the sound of a stone, if sound is switched on. */
export function stoneSound() {
  if (!get('sound', false) || typeof AudioContext !== 'function') return;
  audio ??= new AudioContext();
  const now = audio.currentTime;
  const length = Math.floor(audio.sampleRate * 0.06);
  const noise = audio.createBuffer(1, length, audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < length; i++) samples[i] = (Math.random() * 2 - 1) * Math.exp((-9 * i) / length);
  const source = audio.createBufferSource();
  source.buffer = noise;
  const wood = audio.createBiquadFilter();
  wood.type = 'bandpass';
  wood.frequency.value = 1800;
  wood.Q.value = 1.6;
  const volume = audio.createGain();
  volume.gain.setValueAtTime(0.5, now);
  source.connect(wood).connect(volume).connect(audio.destination);
  source.start(now);
}
